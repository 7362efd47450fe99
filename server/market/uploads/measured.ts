import { Counter, type Registry } from 'prom-client'
import type { Storage } from '#server/market/uploads/storage.ts'

/** The storage with its writes counted. */
export const measureStorage = (storage: Storage, registry: Registry): Storage => {
  const writes = new Counter({
    name: 'piazza_storage_writes_total',
    help: 'Pictures stored and removed by this process, those of the check each minute included',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  const counted = async (operation: string, work: Promise<void>): Promise<void> => {
    try {
      await work
      writes.inc({ operation, outcome: 'success' })
    } catch (error) {
      writes.inc({ operation, outcome: 'failure' })
      throw error
    }
  }
  return {
    put: (name, bytes) => counted('put', storage.put(name, bytes)),
    get: storage.get,
    remove: (name) => counted('remove', storage.remove(name)),
    urlOf: storage.urlOf,
  }
}
