import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import type { RpcRequest } from '#server/platform/embedded/chain/ipc.ts'
import { httpTransport, ipcTransport } from '#server/val/chain/client.ts'
import { absentChain } from '#test/chain.ts'
import { anEndlessServer } from '#test/endless-server.ts'

/** A chain with 100 blocks; `codeAt` returns the code of the token at a block. */
const aChainOf100 = (codeAt: (block: number) => string) =>
  absentChain(
    ipcTransport({
      request: async ({ method, params }: RpcRequest) =>
        method === 'eth_blockNumber' ? '0x64' : codeAt(Number((params as string[])[1])),
    }),
  )

test('the last block before the token is found; a node that has forgotten it gives the newest', async () => {
  expect(await aChainOf100((block) => (block < 40 ? '0x' : '0x6001')).blockBeforeToken()).toBe(39)
  const missing = new RpcRequestError({ body: {}, error: { code: -32_000, message: 'missing trie node' }, url: '' })
  const pruned = aChainOf100((block) => {
    if (block < 90) throw missing
    return '0x6001'
  })
  expect(await pruned.blockBeforeToken()).toBe(100)
})

test('a node that does not answer gives no first block, so that it is asked again', async () => {
  const slow = aChainOf100((block) => {
    if (block < 90) throw new Error('The node has not answered.')
    return '0x6001'
  })
  await expect(slow.blockBeforeToken()).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each(['drips', 'floods'] as const)('a node that %s is left: the answer has a deadline and a size', async (how) => {
  const node = await anEndlessServer(how)
  await expect(absentChain(httpTransport(node.url)).head()).rejects.toMatchObject({ kind: 'unavailable' })
  await node.allClosed()
})
