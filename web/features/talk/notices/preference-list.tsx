import { type ComponentProps, useRef, useState } from 'react'
import {
  type NoticePreferences,
  OPTIONAL_KINDS,
  OPTIONAL_NOTICES,
  type OptionalKind,
  type Way,
} from '#domain/talk/notices.ts'
import { call } from '#web/client.ts'
import fieldStyles from '#web/ui/form/field.module.css'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './notices.module.css'

const WAY_LABELS: Record<Way, string> = {
  now: 'Subito',
  daily: 'Una volta al giorno',
  never: 'Mai',
}

/** A choice for each kind of notice that is not always mailed, saved at once. */
export const PreferenceList = ({ preferences }: { preferences: NoticePreferences }) => {
  const [chosen, setChosen] = useState(preferences)
  const [outcome, setOutcome] = useState<ComponentProps<typeof Outcome>>({})
  const saved = useRef(preferences)
  // One after the other, so that a choice made while another is being saved is saved too.
  const queue = useRef(Promise.resolve())

  const save = async (kind: OptionalKind, way: Way) => {
    try {
      saved.current = await call('PUT /api/notices/preferences', { body: { [kind]: way } })
    } catch (error) {
      setOutcome({ failure: error instanceof Error ? error.message : String(error) })
    }
  }

  const choose = async (kind: OptionalKind, way: Way) => {
    setChosen((all) => ({ ...all, [kind]: way }))
    setOutcome({})
    const saving = queue.current.then(() => save(kind, way))
    queue.current = saving
    await saving
    if (queue.current !== saving) return
    setChosen(saved.current)
    setOutcome(({ failure }) => (failure ? { failure } : { success: 'Salvato.' }))
  }

  return (
    <>
      <Outcome {...outcome} />
      <ul className={styles.kinds}>
        {OPTIONAL_KINDS.map((kind) => (
          <li key={kind} className={styles.kind}>
            <label htmlFor={`avvisi-${kind}`}>{OPTIONAL_NOTICES[kind].label}</label>
            <select
              id={`avvisi-${kind}`}
              className={fieldStyles.control}
              value={chosen[kind]}
              onChange={(event) => void choose(kind, event.currentTarget.value as Way)}
            >
              {Object.entries(WAY_LABELS).map(([way, label]) => (
                <option key={way} value={way}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </>
  )
}
