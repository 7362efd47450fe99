import type { z } from 'zod'
import { accountsCalls } from '#domain/accounts/calls.ts'
import { associationCalls } from '#domain/association/calls.ts'
import { exchangeCalls } from '#domain/exchange/calls.ts'
import { marketCalls } from '#domain/market/calls.ts'
import { talkCalls } from '#domain/talk/calls.ts'
import { valCalls } from '#domain/val/calls.ts'

/** Every call of the API. */
export const calls = {
  ...accountsCalls,
  ...marketCalls,
  ...exchangeCalls,
  ...valCalls,
  ...talkCalls,
  ...associationCalls,
}

export type Calls = typeof calls
export type Call = keyof Calls
type Part = 'params' | 'query' | 'body' | 'answer'

/** A part of a call as the client sends it; undefined if the call has no such part. */
export type Sent<C extends Call, P extends Part> = Calls[C] extends { [K in P]: infer T extends z.ZodType }
  ? z.input<T>
  : undefined

/** A part of a call as its schema parses it; undefined if the call has no such part. */
export type Parsed<C extends Call, P extends Part> = Calls[C] extends { [K in P]: infer T extends z.ZodType }
  ? z.output<T>
  : undefined
