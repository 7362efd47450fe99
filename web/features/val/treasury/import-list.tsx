import { formatDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import type { Treasury } from '#domain/val/treasury.schema.ts'
import styles from './treasury.module.css'

type Import = Treasury['imports'][number]

const failedText = (count: number): string => (count === 1 ? ', uno non riuscito' : `, ${count} non riusciti`)

const progress = ({ paid, failed, gifts }: Import): string => {
  if (paid === gifts) return gifts === 1 ? 'arrivato' : `tutti e ${gifts} arrivati`
  return `${paid} di ${gifts} arrivati${failed > 0 ? failedText(failed) : ''}`
}

/** The last imported files, and how many of their gifts are confirmed. */
export const ImportList = ({ imports }: Pick<Treasury, 'imports'>) =>
  imports.length > 0 && (
    <ul className={styles.imports} aria-label="Ultimi file">
      {imports.map((one) => (
        <li key={one._id}>
          {formatDate(one.at)}, {one.by}: {formatVal(one.amount)}, {progress(one)}
          <progress max={one.gifts} value={one.paid + one.failed} aria-label={progress(one)} />
          {one.failures.length > 0 && (
            <ul>
              {one.failures.map(({ to, message }) => (
                <li key={to}>
                  {to}: {message}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
