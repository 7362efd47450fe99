import { useState } from 'react'
import { NOTICE_KIND_NAMES, NOTICE_KINDS, type NoticeKind, type NoticePreferences, type Way } from '#domain/notices.ts'
import { call } from '#web/client.ts'
import fieldStyles from '#web/ui/form/field.module.css'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './notices.module.css'

const WAY_LABELS: Record<Way, string> = {
  now: 'Subito',
  daily: 'Una volta al giorno',
  never: 'Mai',
}

/** A choice for each kind of notice, saved at once. */
export const PreferenceList = ({ preferences }: { preferences: NoticePreferences }) => {
  const [chosen, setChosen] = useState(preferences)
  const { outcome, run } = useAction(async (kind: NoticeKind, way: Way) => {
    setChosen(await call('PUT /api/notices/preferences', { body: { [kind]: way } }))
    return 'Salvato.'
  })
  return (
    <>
      <Outcome {...outcome} />
      <ul className={styles.kinds}>
        {NOTICE_KIND_NAMES.map((kind) => (
          <li key={kind} className={styles.kind}>
            <label htmlFor={`avvisi-${kind}`}>{NOTICE_KINDS[kind].label}</label>
            <select
              id={`avvisi-${kind}`}
              className={fieldStyles.control}
              value={chosen[kind]}
              onChange={(event) => void run(kind, event.currentTarget.value as Way)}
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
