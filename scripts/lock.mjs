import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './environment.mjs'
import { print } from './progress.mjs'

// The lock is a listening socket: the system releases it when its process ends, even by SIGKILL, and waiting processes
// notice at once because their connection closes.
const name = `piazza-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 24)}`
const IS_ABSTRACT = process.platform === 'linux'
const path = IS_ABSTRACT ? `\0${name}` : join(tmpdir(), `${name}.sock`)

const tryLock = () =>
  new Promise((resolve, reject) => {
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => waiting.delete(socket))
    })
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen({ path }, () =>
      resolve(() => {
        server.close()
        for (const socket of waiting) socket.destroy()
      }),
    )
  })

const waitForRelease = () =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.resume()
    socket.once('error', () => IS_ABSTRACT || rmSync(path, { force: true }))
    socket.once('close', resolve)
  })

let hasPrinted = false

function printOnce() {
  if (!hasPrinted) print('Un altro comando sta preparando questa cartella: aspetto.\n')
  hasPrinted = true
}

/** Runs `work` while holding the lock on this checkout, so that two commands never prepare it at the same time. */
export async function withLock(work) {
  let release = await tryLock()
  while (!release) {
    printOnce()
    await waitForRelease()
    release = await tryLock()
  }
  try {
    return await work()
  } finally {
    release()
  }
}
