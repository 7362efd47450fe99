import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './own-node.mjs'
import { say } from './say.mjs'

// The lock is a socket that the holder listens on: the system frees it however the holder ends,
// and whoever waits is told at once because the connection closes.
const name = `piazza-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 24)}`
const IS_ABSTRACT = process.platform === 'linux'
const path = IS_ABSTRACT ? `\0${name}` : join(tmpdir(), `${name}.sock`)

const take = () =>
  new Promise((done, fail) => {
    const waiting = new Set()
    const holder = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => waiting.delete(socket))
    })
    holder.once('error', (error) => (error.code === 'EADDRINUSE' ? done(undefined) : fail(error)))
    holder.listen({ path }, () =>
      done(() => {
        holder.close()
        for (const socket of waiting) socket.destroy()
      }),
    )
  })

const untilFree = () =>
  new Promise((done) => {
    const socket = connect({ path })
    socket.resume()
    socket.once('error', () => IS_ABSTRACT || rmSync(path, { force: true }))
    socket.once('close', done)
  })

let told = false

function tellOnce() {
  if (!told) say('Un altro comando sta preparando questa cartella: aspetto.\n')
  told = true
}

/** Two commands started together in one folder prepare it one after the other. */
export async function alone(work) {
  let release = await take()
  while (!release) {
    tellOnce()
    await untilFree()
    release = await take()
  }
  try {
    return await work()
  } finally {
    release()
  }
}
