import { aChainNode } from '#test/faults/chain-node.ts'

/** A chain node with the token deployed; returns the settings of a server. */
export const aSharedChain = async () => (await aChainNode()).environment()
