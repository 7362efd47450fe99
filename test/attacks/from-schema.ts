import fc from 'fast-check'
import { hostileNumber, hostileText, hostileValue } from '#test/attacks/hostile-values.ts'

/** The part of the API's JSON Schema that is used here. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

const plainText = fc.string({ maxLength: 30 })

/** Values that mostly match the schema: parts may be replaced, missing, or have additional properties. */
export const fromSchema = (schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  const matching = matchingSchema(schema, ids)
  return fc.oneof({ weight: 5, arbitrary: matching }, { weight: 1, arbitrary: hostileValue })
}

const matchingSchema = (schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, ids)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'number' || schema.type === 'integer') return fc.oneof(hostileNumber, fc.nat({ max: 50 }))
  if (schema.type === 'array') return fc.array(fromSchema(schema.items ?? {}, ids), { maxLength: 3 })
  if (schema.type === 'object') return objectOf(schema, ids)
  if (schema.format === 'uuid') return ids
  if (schema.type === 'string') return fc.oneof(plainText, hostileText)
  return fc.oneof(hostileValue, ids, plainText)
}

const objectOf = ({ properties = {} }: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fromSchema(part, ids)]))
  const additional = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }) },
  )
  return fc.tuple(fc.record(parts, { requiredKeys: [] }), additional).map(([record, more]) => ({ ...more, ...record }))
}

const pathsOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  value !== null && typeof value === 'object'
    ? [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))]
    : [path]

const replaced = (value: unknown, [first, ...rest]: (string | number)[], by: unknown): unknown => {
  if (first === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, first, replaced(Reflect.get(copy, first), rest, by))
  return copy
}

/** A valid value with up to two of its parts replaced. */
export const mutated = (good: unknown): fc.Arbitrary<unknown> => {
  const change = fc.tuple(fc.constantFrom(...pathsOf(good)), hostileValue)
  return fc
    .array(change, { maxLength: 2 })
    .map((changes) => changes.reduce<unknown>((value, [path, by]) => replaceIfPresent(value, path, by), good))
}

// An earlier replacement may have removed the path of a later one.
const replaceIfPresent = (value: unknown, path: (string | number)[], by: unknown): unknown => {
  try {
    return replaced(value, path, by)
  } catch {
    return value
  }
}
