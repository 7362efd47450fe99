// Only its origin matters: whatever resolves to another one leads away from here.
const HERE = 'https://piazza.invalid'

/** Where `?redirect=` leads: a path of this site, or `otherwise`. The cart says `payment`, without a slash. */
export const redirectTarget = (asked: string | null, otherwise: string): string => {
  const url = asked ? URL.parse(asked, `${HERE}/`) : null
  if (!url || url.origin !== HERE || url.pathname.startsWith('//') || url.pathname.startsWith('/signin'))
    return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in page, with the way back to where one was. */
export const signInPath = (from: string): string =>
  from === '/' ? '/signin' : `/signin?redirect=${encodeURIComponent(from)}`
