import { type ComponentProps, useRef, useState } from 'react'
import {
  kindsIn,
  NOTICE_GROUPS,
  type NoticeGroup,
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
const GROUPS = Object.keys(NOTICE_GROUPS) as NoticeGroup[]

type ChoiceProps = {
  id: string
  label: string
  hint?: string
  /** Undefined if the kinds of a group have different ones. */
  way: Way | undefined
  onChoose: (way: Way) => void
}

const Choice = ({ id, label, hint, way, onChoose }: ChoiceProps) => (
  <li className={styles.kind}>
    <span>
      <label htmlFor={id} className={styles.name}>
        {label}
      </label>
      {hint && (
        <span className={styles.hint} id={`${id}-nota`}>
          {hint}
        </span>
      )}
    </span>
    <select
      id={id}
      className={fieldStyles.control}
      value={way ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value as Way)}
      aria-describedby={hint && `${id}-nota`}
    >
      {!way && (
        <option value="" disabled>
          Scelte diverse
        </option>
      )}
      {Object.entries(WAY_LABELS).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </li>
)

/** The choices, saved at once. */
const usePreferences = (preferences: NoticePreferences) => {
  const [chosen, setChosen] = useState(preferences)
  const [outcome, setOutcome] = useState<ComponentProps<typeof Outcome>>({})
  const saved = useRef(preferences)
  // One after the other, so that a choice made while another is being saved is saved too.
  const queue = useRef(Promise.resolve())

  const save = async (body: Partial<NoticePreferences>) => {
    try {
      saved.current = await call('PUT /api/notices/preferences', { body })
    } catch (error) {
      setOutcome({ failure: error instanceof Error ? error.message : String(error) })
    }
  }

  const choose = async (kinds: OptionalKind[], way: Way) => {
    const change = Object.fromEntries(kinds.map((kind) => [kind, way]))
    setChosen((all) => ({ ...all, ...change }))
    setOutcome({})
    const saving = queue.current.then(() => save(change))
    queue.current = saving
    await saving
    if (queue.current !== saving) return
    setChosen(saved.current)
    setOutcome(({ failure }) => (failure ? { failure } : { success: 'Salvato.' }))
  }
  return { chosen, outcome, choose }
}

const commonWay = (chosen: NoticePreferences, group: NoticeGroup): Way | undefined => {
  const ways = new Set(kindsIn(group).map((kind) => chosen[kind]))
  return ways.size === 1 ? [...ways][0] : undefined
}

/** A choice for each group of notices that are not always mailed, and folded one for each kind. */
export const PreferenceList = ({ preferences }: { preferences: NoticePreferences }) => {
  const { chosen, outcome, choose } = usePreferences(preferences)
  return (
    <>
      <Outcome {...outcome} />
      <ul className={styles.kinds}>
        <li className={styles.kind}>
          <span>
            <span className={styles.name}>Scambi e denaro</span>
            <span className={styles.hint}>
              Richieste e promemoria, passi avanti, VAL ricevuti e inviati, decisioni e sospensioni: fanno parte dei
              tuoi scambi e del tuo account.
            </span>
          </span>
          <span>Sempre, a qualsiasi ora</span>
        </li>
        {GROUPS.map((group) => (
          <Choice
            key={group}
            id={`avvisi-gruppo-${group}`}
            {...NOTICE_GROUPS[group]}
            way={commonWay(chosen, group)}
            onChoose={(way) => void choose(kindsIn(group), way)}
          />
        ))}
      </ul>
      <details className={styles.details}>
        <summary>Scegli voce per voce</summary>
        <ul className={styles.kinds}>
          {OPTIONAL_KINDS.map((kind) => (
            <Choice
              key={kind}
              id={`avvisi-${kind}`}
              label={OPTIONAL_NOTICES[kind].label}
              way={chosen[kind]}
              onChoose={(way) => void choose([kind], way)}
            />
          ))}
        </ul>
      </details>
    </>
  )
}
