import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dative } from '#domain/accounts/names.ts'
import type { ThreadView } from '#domain/talk/threads.schema.ts'
import { MAX_MESSAGE, threadNoteText } from '#domain/talk/threads.ts'
import { MessageList } from '#web/features/talk/threads/message-list.tsx'
import { useThread } from '#web/features/talk/threads/use-thread.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import fieldStyles from '#web/ui/form/field.module.css'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './threads.module.css'

type ComposerProps = { to: string; send: (text: string) => Promise<void> }

/** With a keyboard Enter sends and Shift+Enter begins a new line; on a touch screen Enter begins a new line. */
const Composer = ({ to, send }: ComposerProps) => {
  const [text, setText] = useState('')
  const { busy, outcome, run } = useAction(async () => {
    const written = text.trim()
    if (!written) return
    // Cleared at once for the next message; after a failure the text is restored, before what was typed since.
    setText('')
    try {
      await send(written)
    } catch (error) {
      setText((since) => (since.trim() === '' ? written : `${written}\n${since}`))
      throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    const isPlain = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isPlain || !window.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    void run()
  }
  return (
    <form className={styles.composer} onSubmit={submit} aria-label={`Messaggio per ${to}`}>
      <textarea
        className={`${fieldStyles.control} ${styles.field}`}
        aria-label={`Scrivi ${dative(to)}`}
        placeholder={`Scrivi ${dative(to)}`}
        rows={2}
        maxLength={MAX_MESSAGE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      <Button type="submit" disabled={busy || text.trim() === ''}>
        {busy ? 'Invio…' : 'Invia'}
      </Button>
      <Outcome {...outcome} />
    </form>
  )
}

type Props = {
  thread: ThreadView
  /** The other member's name. */
  name?: string
  /** On phones, leaves room for what stands above. */
  isShort?: boolean
}

/** The messages of a thread, live, and the field to write one. */
export const Conversation = ({ thread, name = thread.with.name, isShort = false }: Props) => {
  const { messages, next, loadOlder, send } = useThread(thread)
  const own = useUserInfo()?._id
  const log = useRef<HTMLDivElement>(null)
  // Keeps the scroll position: the message that was on top stays in place.
  const older = useAction(async (before: number) => {
    const show = await loadOlder(before)
    const fromEnd = log.current ? log.current.scrollHeight - log.current.scrollTop : 0
    flushSync(show)
    log.current?.scrollTo({ top: log.current.scrollHeight - fromEnd })
    log.current?.focus({ preventScroll: true })
  })
  const newest = messages.at(-1)?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message is added
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest])
  return (
    <div className={styles.conversation}>
      <div
        className={`${styles.log} ${isShort ? styles.short : ''}`}
        ref={log}
        role="log"
        // Screen readers announce new messages, not older ones.
        aria-live={older.busy ? 'off' : 'polite'}
        aria-label={`Messaggi con ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
      >
        {next !== null && (
          <Button kind="plain" onClick={() => void older.run(next)} aria-disabled={older.busy}>
            Messaggi precedenti
          </Button>
        )}
        <Outcome {...older.outcome} />
        {messages.length === 0 ? (
          <p className={styles.hint}>
            {thread.canWrite && 'Ancora nessun messaggio: comincia tu, per esempio per accordarvi su quando e dove.'}
          </p>
        ) : (
          <MessageList messages={messages} own={own} nameOf={() => name} />
        )}
      </div>
      {thread.note && <Alert tone="notice">{threadNoteText(thread.note, name)}</Alert>}
      {thread.canWrite && <Composer to={name} send={send} />}
    </div>
  )
}
