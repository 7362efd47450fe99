import { expect, test } from 'vitest'
import artifact from './artifact.json' with { type: 'json' }
import { sourceHash } from './compile.ts'

test('the committed artifact matches the contracts', () => {
  expect(artifact.source, 'run npm run token -- compile').toBe(sourceHash())
})

test('the artifact contains every function of the specification', () => {
  const calls = artifact.abi.flatMap((entry) => (entry.type === 'function' && entry.name ? [entry.name] : []))
  expect(calls).toEqual(
    expect.arrayContaining([
      ...['name', 'symbol', 'decimals', 'Owner', 'owner', 'holderIndex', 'totalSupply', 'balanceOf', 'allowance'],
      ...['transfer', 'approve', 'transferFrom', 'approveAndCall', 'mint', 'evaporate'],
    ]),
  )
})
