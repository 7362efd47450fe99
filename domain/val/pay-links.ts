import { formatAmount, type Hundredths, readAmount } from '#domain/base/money.ts'

export type PayLink = { username: string; amount?: Hundredths | undefined; note?: string }

/** "12,50"; without the points between thousands, which a link does not need. */
export const amountText = (amount: number): string => formatAmount(amount).replaceAll('.', '')

/** Path of the prefilled page that pays a person: /paga/FORNO?importo=12,50&nota=Pane */
export const payPath = ({ username, amount, note = '' }: PayLink): string => {
  const query = [
    ...(amount ? [`importo=${amountText(amount / 100)}`] : []),
    ...(note ? [`nota=${encodeURIComponent(note.toWellFormed())}`] : []),
  ]
  const path = `/paga/${encodeURIComponent(username.toWellFormed())}`
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** Reads the values that a link fills in; an invalid amount is left out. */
export const readPayLink = ({
  searchParams,
}: URL): { amount: Hundredths | undefined; note: string; isWrong: boolean } => {
  const text = searchParams.get('importo') ?? ''
  const amount = readAmount(text)
  return { amount, note: searchParams.get('nota') ?? '', isWrong: text !== '' && !amount }
}

type TokenRequest = { token: string; chainId: number; account: string; amount?: Hundredths | undefined }

/** The payment as an ERC-681 URI, which Ethereum wallet apps open. The token's base unit is a hundredth of VAL. */
export const erc681 = ({ token, chainId, account, amount }: TokenRequest): string =>
  `ethereum:${token}@${chainId}/transfer?address=${account}${amount ? `&uint256=${amount}` : ''}`
