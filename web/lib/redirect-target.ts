// Any origin will do: a URL that resolves to another one is external.
const HERE = 'https://piazza.invalid'

/** The path of this site in `?redirect=`, or `otherwise`. The cart passes `payment` without a slash. */
export const redirectTarget = (asked: string | null, otherwise: string): string => {
  const url = asked ? URL.parse(asked, `${HERE}/`) : null
  if (!url || url.origin !== HERE || url.pathname.startsWith('//') || url.pathname.startsWith('/signin'))
    return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in page, with the path to return to. */
export const signInPath = (from: string): string =>
  from === '/' ? '/signin' : `/signin?redirect=${encodeURIComponent(from)}`
