import styles from './receipt.module.css'

type Props = { title: string; amount: string; to?: string }

/** A transfer with its amount; screen readers announce it. */
export const Receipt = ({ title, amount, to }: Props) => (
  <div role="status">
    <dl className={styles.receipt}>
      <div>
        <dt>{title}</dt>
        <dd className={`${styles.amount} figures`}>{amount}</dd>
      </div>
      {to && (
        <div>
          <dt>A</dt>
          <dd>{to}</dd>
        </div>
      )}
    </dl>
  </div>
)
