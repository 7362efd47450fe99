import styles from './receipt.module.css'

type Props = { title: string; amount: string; to?: string; transactionHash?: string }

/** A transfer with its amount; screen readers announce it. */
export const Receipt = ({ title, amount, to, transactionHash }: Props) => (
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
      {transactionHash && (
        <div>
          <dt>Transazione</dt>
          <dd>
            <code className={styles.hash}>{transactionHash}</code>
          </dd>
        </div>
      )}
    </dl>
  </div>
)
