import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import type { SynonymGroup } from '#domain/market/synonyms.schema.ts'
import { SYNONYM_MESSAGES, synonymsIn } from '#domain/market/synonyms.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './sinonimi.module.css'

const TITLE = 'Sinonimi'
const MAX_TYPED = 500

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  return orRouteError(call('GET /api/synonyms'))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const AddForm = ({ onChange }: { onChange: () => Promise<void> }) => {
  const [added, setAdded] = useState({ count: 0, text: '' })
  const add = async (data: FormData) => {
    setAdded(({ count }) => ({ count, text: '' }))
    const { words } = textsIn(data, 'words')
    await call('POST /api/synonyms', { body: { words: synonymsIn(words) } })
    setAdded(({ count }) => ({ count: count + 1, text: SYNONYM_MESSAGES.added }))
    await onChange()
  }
  return (
    <>
      <Outcome success={added.text} />
      <Form key={added.count} label="Nuovo gruppo" onSubmit={add} submit="Aggiungi il gruppo" busy="Aggiungo…">
        <Field
          label="Parole, separate da virgole"
          name="words"
          required
          maxLength={MAX_TYPED}
          autoComplete="off"
          hint="Per esempio: tata, bambinaia, baby sitter. Per allargare un gruppo che c’è già, scrivi anche le sue parole. Singolare e plurale li trova la ricerca da sola."
        />
      </Form>
    </>
  )
}

const OwnGroups = ({ groups, onChange }: { groups: SynonymGroup[]; onChange: () => Promise<void> }) => {
  const { busy, outcome, run } = useAction(async (id: string) => {
    const { message } = await call('DELETE /api/synonyms/:id', { params: { id } })
    await onChange()
    return message
  })
  return (
    <>
      {groups.length > 0 ? (
        <ul className={styles.groups}>
          {groups.map(({ _id, words }) => (
            <li key={_id} className={styles.own}>
              <span>{words.join(', ')}</span>
              <Button kind="outlined" onClick={() => run(_id)} disabled={busy} aria-label={`Togli ${words.join(', ')}`}>
                Togli
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p>Ancora nessuno.</p>
      )}
      <Outcome {...outcome} />
    </>
  )
}

export default function Synonyms() {
  const { groups } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [own, builtIn] = [groups.filter((group) => !group.builtIn), groups.filter((group) => group.builtIn)]
  return (
    <ListPage title={TITLE}>
      <p>
        Chi cerca una parola di un gruppo trova anche gli annunci con le altre. Valgono per la ricerca, per gli annunci
        che si corrispondono e per gli anelli di scambio.
      </p>
      <Panel id="nuovo" title="Nuovo gruppo">
        <AddForm onChange={revalidate} />
      </Panel>
      <Panel id="aggiunti" title={`Aggiunti da voi (${own.length})`}>
        <OwnGroups groups={own} onChange={revalidate} />
      </Panel>
      <Panel
        id="di-serie"
        title={`Già compresi (${builtIn.length})`}
        lead="Fanno parte del programma e non si possono togliere."
      >
        <ul className={styles.columns}>
          {builtIn.map(({ _id, words }) => (
            <li key={_id}>{words.join(', ')}</li>
          ))}
        </ul>
      </Panel>
    </ListPage>
  )
}
