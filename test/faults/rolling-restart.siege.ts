import { expect, test } from 'vitest'
import { hasNginx, severalInstances } from '#test/faults/instances.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { size } from '#test/siege.ts'

const INSTANCES = size(2, 3)
const ROUNDS = size(1, 5)
const READERS = 4

test.runIf(hasPostgres15 && hasNginx)(
  'instances behind the shipped nginx configuration are restarted one after the other, and every request is answered',
  async ({ annotate }) => {
    const { origin, instances } = await severalInstances(INSTANCES, { DRAIN_SECONDS: '2' })
    const statuses = new Map<string, number>()
    let isOver = false
    const read = async () => {
      while (!isOver) {
        const status = await fetch(`${origin}/api/products`).then(
          (answer) => answer.text().then(() => String(answer.status)),
          (error) => String(error.cause ?? error),
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const reading = Array.from({ length: READERS }, read)
    for (let round = 0; round < ROUNDS; round++)
      for (const instance of instances) {
        await instance.stop()
        await instance.again()
      }
    isOver = true
    await Promise.all(reading)
    await annotate(`${statuses.get('200')} richieste durante ${ROUNDS * INSTANCES} riavvii`)
    expect([...statuses.keys()]).toEqual(['200'])
  },
)
