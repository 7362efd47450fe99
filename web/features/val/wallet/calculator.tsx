import { useState } from 'react'
import { formatVal, fromHundredths, type Hundredths, readAmount } from '#domain/base/money.ts'
import { evaporationOf } from '#domain/val/evaporation.ts'
import { amountText } from '#domain/val/pay-links.ts'
import { knownBalance } from '#web/lib/balance.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Field } from '#web/ui/form/field.tsx'
import styles from './calculator.module.css'

const EXAMPLE = 100
const ROUNDS = 6

type Step = { round: number; taken: Hundredths; left: Hundredths }

/** What each of the next rounds takes from a balance that does not change in between. */
const stepsOf = (balance: Hundredths): Step[] => {
  const steps: Step[] = []
  let left = balance
  for (let round = 1; round <= ROUNDS; round++) {
    const taken = evaporationOf(left)
    left -= taken
    steps.push({ round, taken, left })
  }
  return steps
}

/** Shows what rounds take; starts with the member's own balance, if it is known. */
export const Calculator = () => {
  const user = useUserInfo()
  const known = useBrowserStore(knownBalance, null)
  const own = known && known.memberId === user?._id ? known.balance : undefined
  const [typed, setTyped] = useState<string>()
  const text = typed ?? amountText(own || EXAMPLE)
  const balance = readAmount(text)
  return (
    <div className={styles.calculator}>
      <Field
        label={own ? 'Il tuo saldo in VAL' : 'Un saldo in VAL'}
        name="saldo"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        hint="Cambialo per provare."
      />
      <div aria-live="polite">
        {balance === undefined ? (
          <p>Scrivi un importo maggiore di zero, come 12,50.</p>
        ) : (
          <table className={styles.steps}>
            <caption>Se nel frattempo non spendi e non ricevi:</caption>
            <thead>
              <tr>
                <th scope="col">Giro</th>
                <th scope="col">Evaporano</th>
                <th scope="col">Restano</th>
              </tr>
            </thead>
            <tbody>
              {stepsOf(balance).map(({ round, taken, left }) => (
                <tr key={round}>
                  <th scope="row">{round}°</th>
                  <td className="figures">{formatVal(fromHundredths(taken))}</td>
                  <td className="figures">{formatVal(fromHundredths(left))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  )
}
