import type { MessageView, ThreadList, ThreadView } from '#domain/talk/threads.schema.ts'
import { aPiazza } from '#test/fixtures.ts'
import { someServices } from '#test/services.ts'

type Person = { id: string; token: string }

/** A server, calls about threads, and a clock that the test moves. */
export const aPiazzaWithThreads = async (env: Record<string, string> = {}) => {
  let now = new Date('2026-06-10T10:00:00Z')
  const piazza = await aPiazza({ clock: () => now, env })
  const call = async <T>(by: Person, method: string, path: string, body?: object, key?: string) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    const response = await piazza.call(method, path, { token: by.token, headers, ...(body ? { body } : {}) })
    return { status: response.status, ...(response.body as T & { message: string }) }
  }
  return {
    ...piazza,
    services: someServices(piazza.db, () => now, env),
    pass: (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000)),
    begin: (by: Person, about: object) => call<{ _id: string }>(by, 'POST', '/api/threads', about),
    list: (by: Person) => call<ThreadList>(by, 'GET', '/api/threads'),
    read: (by: Person, id: string, p = 1) => call<ThreadView>(by, 'GET', `/api/threads/${id}?p=${p}`),
    readBefore: (by: Person, id: string, before: number) =>
      call<ThreadView>(by, 'GET', `/api/threads/${id}?before=${before}`),
    write: (by: Person, id: string, text: string, key?: string) =>
      call<MessageView>(by, 'POST', `/api/threads/${id}/messages`, { text }, key),
  }
}
