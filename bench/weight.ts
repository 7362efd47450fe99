import { brotliCompressSync } from 'node:zlib'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'

type Weight = { page: string; htmlKb: number; scriptKb: number; styleKb: number }

const toKb = (bytes: number) => Math.round((bytes / 1024) * 10) / 10
const compressedSize = (content: string): number => brotliCompressSync(content).length

// Scripts are also quoted in the inline list of the page's modules.
const SCRIPT = /"(\/assets\/[^"]+\.js)"/g
const STYLE = /href="(\/assets\/[^"]+\.css)"/g

/** Brotli-compressed size of the home page: HTML, the scripts it loads or preloads, styles. */
export const benchWeight = async (): Promise<Weight[]> => {
  const piazza = await start(await seeded(10_000))
  try {
    const html = await (await fetch(`${piazza.origin}/`)).text()
    const sizeOfAll = async (pattern: RegExp): Promise<number> => {
      const paths = new Set([...html.matchAll(pattern)].map(([, path = '']) => path))
      let size = 0
      for (const path of paths) size += compressedSize(await (await fetch(piazza.origin + path)).text())
      return size
    }
    const scriptKb = toKb(await sizeOfAll(SCRIPT))
    const styleKb = toKb(await sizeOfAll(STYLE))
    return [{ page: '/', htmlKb: toKb(compressedSize(html)), scriptKb, styleKb }]
  } finally {
    await piazza.end()
  }
}
