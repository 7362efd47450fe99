import type { ReactNode } from 'react'
import { formatDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import type { Round } from '#domain/val/currency.schema.ts'
import { PEOPLE_TOGETHER } from '#domain/val/publication.ts'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'

const STATE_NAMES: Record<Round['state'], string> = {
  announced: 'Annunciato',
  called: 'In corso',
  done: 'Concluso',
}

const COLUMNS = ['Data', 'Stato', { name: 'Evaporati', number: true }, { name: 'Da quanti portafogli', number: true }]

type Props = {
  rounds: Round[]
  /** Buttons for a round. */
  action?: (round: Round) => ReactNode
}

/** Announced and past rounds, newest first. */
export const RoundTable = ({ rounds, action }: Props) => (
  <>
    <Table caption="Giri di evaporazione" columns={action ? [...COLUMNS, ACTIONS] : COLUMNS}>
      {rounds.map((round) => (
        <tr key={`${round.date} ${round.state} ${round.evaporated}`}>
          <td data-label="Data">
            <time dateTime={round.date}>{formatDate(round.date)}</time>
          </td>
          <td data-label="Stato">{STATE_NAMES[round.state]}</td>
          <td data-label="Evaporati" className={`${table.number} figures`}>
            {round.evaporated === null ? '—' : formatVal(round.evaporated)}
          </td>
          <td data-label="Da quanti portafogli" className={table.number}>
            {round.holders ?? '—'}
          </td>
          {action && <td className={table.actions}>{action(round)}</td>}
        </tr>
      ))}
    </Table>
    {rounds.some(({ state, evaporated }) => state !== 'announced' && evaporated === null) && (
      <p>
        Quanto è evaporato lo diciamo a giro concluso, e solo se i portafogli sono almeno {PEOPLE_TOGETHER}: con meno si
        capirebbe il saldo di qualcuno.
      </p>
    )}
  </>
)
