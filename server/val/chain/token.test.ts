import { type AbiEvent, type AbiFunction, toFunctionSignature } from 'viem'
import { expect, test } from 'vitest'
import { VAL } from '#server/val/chain/token.ts'
import artifact from '../../../token/artifact.json' with { type: 'json' }

type Item = { type: string; name?: string; inputs?: readonly object[]; outputs?: readonly { type: string }[] }

// Name and argument types, indexed arguments of events, and return types.
const shape = (item: Item): string => {
  const signature = item.type === 'constructor' ? '' : toFunctionSignature(item as AbiEvent | AbiFunction)
  const indexed = (item.inputs ?? []).map((input) => 'indexed' in input && input.indexed === true)
  return JSON.stringify([item.type, signature, indexed, (item.outputs ?? []).map(({ type }) => type)])
}

test('the declared ABI matches the compiled token', () => {
  const compiled = (artifact.abi as Item[]).map(shape)
  expect((VAL as readonly Item[]).map(shape).filter((one) => !compiled.includes(one))).toEqual([])
})
