import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT_EXTENSIONS = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest'])

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes .br and .gz beside each text file, so that the server does not compress assets per request. */
export const precompress = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT_EXTENSIONS.has(extname(entry.name)))
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name)
      const content = await readFile(path)
      await writeFile(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
    }),
  )
}
