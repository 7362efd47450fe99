import { brotliCompressSync } from 'node:zlib'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'

export type Weight = { page: string; htmlKb: number; scriptKb: number; styleKb: number }

const kb = (bytes: number) => Math.round(bytes / 102.4) / 10

/** Compressed size of the home page: HTML, all scripts it references or preloads, styles. */
export const benchWeight = async (): Promise<Weight[]> => {
  const piazza = await start(await seeded(10_000))
  try {
    const html = await (await fetch(`${piazza.origin}/`)).text()
    const files = [
      ...new Set(
        [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"|"(\/assets\/[^"]+\.js)"/g)].map(
          (match) => match[1] ?? match[2] ?? '',
        ),
      ),
    ]
    const sizes = await Promise.all(
      files.map(async (file) => ({
        file,
        size: brotliCompressSync(Buffer.from(await (await fetch(piazza.origin + file)).arrayBuffer())).length,
      })),
    )
    const sum = (ending: string) =>
      sizes.reduce((total, { file, size }) => (file.endsWith(ending) ? total + size : total), 0)
    return [
      { page: '/', htmlKb: kb(brotliCompressSync(html).length), scriptKb: kb(sum('.js')), styleKb: kb(sum('.css')) },
    ]
  } finally {
    await piazza.end()
  }
}
