import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeProbes } from '#server/status/probes.ts'

test('a part that is too slow for the status page is not down for the check of every minute', async () => {
  const works = async () => undefined
  const probes = makeProbes({
    pingDatabase: works,
    pingChain: works,
    pingMailServer: () => sleep(200),
    storage: { put: works, remove: works },
    readQueue: async () => ({ isLate: false, waiting: 0, oldest: null, lastRun: null, failing: [] }),
  })
  await probes.check()
  expect((await probes.errorsWithin(10)).get('mail')).toBe('Non risponde.')
  expect(probes.latest()?.get('mail')).toBe('')
})
