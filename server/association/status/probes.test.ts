import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { makeProbes } from '#server/association/status/probes.ts'

test('a part that is too slow for the status page is not down for the check of every minute', async () => {
  const works = async () => undefined
  const answer = Promise.withResolvers<void>()
  const probes = makeProbes({
    pingDatabase: works,
    pingChain: works,
    pingMailServer: () => answer.promise,
    pingMailIn: undefined,
    storage: { put: works, remove: works },
    readQueue: async () => ({
      isLate: false,
      clockIsBehind: false,
      waiting: 0,
      oldest: null,
      lastRun: null,
      failing: [],
    }),
    folder: tmpdir(),
    lastProtected: async () => null,
    now: () => new Date(),
  })
  const checking = probes.check()
  expect((await probes.errorsWithin(10)).get('mail')).toBe('Non risponde.')
  answer.resolve()
  await checking
  expect(probes.latest()?.get('mail')).toBe('')
})
