import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { root } from './environment.mjs'
import { print } from './progress.mjs'

// The lock is a listening socket: the system releases it when its process ends, even by SIGKILL, and waiting processes
// notice at once because their connection closes. Its name begins with NUL: an abstract one of Linux, without a file.
const path = `\0piazza-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 24)}`

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
    // The lock was released before the connection was made; `close` follows.
    socket.once('error', () => undefined)
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
