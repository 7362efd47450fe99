import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** TXT records and IPv4 addresses by name; `fails` for a server that reports a failure of its own. */
export type Zone = Record<string, { txt?: string[]; a?: string[]; fails?: true }>

const TYPES = { a: 1, txt: 16 } as const
const FLAGS = { answer: 0x8180, noSuchName: 0x8183, failed: 0x8182 }
const HEADER = 12
// A pointer to the name of the question.
const NAME = [0xc0, HEADER]

const readQuestion = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = []
  let at = HEADER
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(12)
  head.set(NAME)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A TXT record is made of parts of at most 255 bytes. */
const textData = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/g) ?? ['']).map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  )

const answerTo = (query: Buffer, zone: Zone): Buffer => {
  const { name, type, end } = readQuestion(query)
  const known = zone[name]
  const answers = [
    ...(type === TYPES.a
      ? (known?.a ?? []).map((address) => record(type, Buffer.from(address.split('.').map(Number))))
      : []),
    ...(type === TYPES.txt ? (known?.txt ?? []).map((text) => record(type, textData(text))) : []),
  ]
  const head = Buffer.alloc(HEADER)
  head.writeUInt16BE(query.readUInt16BE(0))
  head.writeUInt16BE(known?.fails ? FLAGS.failed : known ? FLAGS.answer : FLAGS.noSuchName, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, query.subarray(HEADER, end), ...answers])
}

/** A resolver that asks a DNS server of its own with these records. */
export const aResolver = async (zone: Zone): Promise<Resolver> => {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return resolver
}
