import type { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

export type Piazza = Awaited<ReturnType<typeof aPiazzaWithChain>>
export type Someone = { id: string; token: string; username: string }
type Answer = { _id: string; status: string; transactionHash: string; to: string; amount: number; message?: string }

// Calls about VAL between members.

export const send = async (piazza: Piazza, by: { token: string }, body: object, key?: string) => {
  const headers = key ? { 'idempotency-key': key } : undefined
  const answer = await piazza.call('POST', '/api/wallet/transfers', {
    token: by.token,
    body,
    ...(headers ? { headers } : {}),
  })
  return { http: answer.status, ...(answer.body as Answer) }
}

export const ask = async (piazza: Piazza, by: Someone, body: object, key?: string) => {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const { status, body: answer } = await piazza.call('POST', '/api/wallet/requests', { token: by.token, body, headers })
  return { http: status, ...(answer as { _id: string; state: string; message?: string }) }
}

export const answerTo = async (piazza: Piazza, by: Someone, id: string, how: 'pay' | 'decline', body: object = {}) => {
  const path = `/api/wallet/requests/${id}/${how}`
  const answer = await piazza.call('POST', path, { token: by.token, body })
  return { http: answer.status, ...(answer.body as Answer) }
}

export const requestsOf = async (piazza: Piazza, { token }: Someone) =>
  ((await piazza.call('GET', '/api/wallet/requests', { token })).body as { requests: { state: string }[] }).requests

/** The first has 100 VAL. */
export const aPayerAndPayee = async (piazza: Piazza) =>
  [await piazza.aMemberWithWallet(), await piazza.aMemberWithWallet(0)] as const
