// Any origin will do: a URL that resolves to another one is external.
const THIS_SITE = 'https://piazza.invalid'

/** The path of this site in `?redirect=`, or `otherwise`. The cart passes `payment` without a slash. */
export const redirectTarget = (requested: string | null, otherwise: string): string => {
  const url = requested ? URL.parse(requested, `${THIS_SITE}/`) : null
  if (!url || url.origin !== THIS_SITE || url.pathname.startsWith('//') || url.pathname.startsWith('/signin'))
    return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in page, with the path to return to. */
export const signInPath = (from: string): string =>
  from === '/' ? '/signin' : `/signin?redirect=${encodeURIComponent(from)}`
