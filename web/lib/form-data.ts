/** The named fields of a form as texts; a missing one is empty. */
export const textsIn = <N extends string>(data: FormData, ...names: N[]): Record<N, string> =>
  Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<N, string>

/** A text as one of the choices; empty if it is none of them. */
export const oneOf = <T extends string>(choices: readonly T[], text: string): T | '' =>
  choices.find((choice) => choice === text) ?? ''

/** The tax code in the field `cf`, in upper case. */
export const taxCodeIn = (data: FormData): string =>
  String(data.get('cf') ?? '')
    .trim()
    .toUpperCase()
