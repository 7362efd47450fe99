// Progress goes to stderr, so that what a command prints on stdout stays its own.
export const say = (text) => process.stderr.write(text)

export function duration(ms) {
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1).replace('.', ',')} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`
}

/** One calm line per piece of work; what the work printed is shown only when it fails. */
export async function step(label, work) {
  say(`${label}… `)
  const began = performance.now()
  const { code, output } = await work()
  if (code === 0) {
    say(`fatto in ${duration(performance.now() - began)}\n`)
    return
  }
  say(`non riuscito.\n\n${output.trimEnd()}\n`)
  process.exit(code)
}
