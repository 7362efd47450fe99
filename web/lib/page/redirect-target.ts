import { redirect } from 'react-router'

// Any origin will do: a URL that resolves to another one is external.
const THIS_SITE = 'https://piazza.invalid'

/** A path of this site, as a browser would resolve it and in ASCII; undefined if it leads elsewhere. */
const pathHere = (requested: string): URL | undefined => {
  const url = URL.parse(requested, `${THIS_SITE}/`)
  return url && url.origin === THIS_SITE && !url.pathname.startsWith('//') ? url : undefined
}
const textOf = ({ pathname, search, hash }: URL): string => `${pathname}${search}${hash}`

/** The path of this site in `?redirect=`, or `otherwise`. The cart passes `payment` without a slash. */
export const redirectTarget = (requested: string | null, otherwise: string): string => {
  const url = requested ? pathHere(requested) : undefined
  return !url || url.pathname.startsWith('/signin') ? otherwise : textOf(url)
}

/** Redirects to a path of this site; the only function that creates a Location header for pages. */
export const redirectTo = (path: string): Response => {
  const url = pathHere(path)
  if (!url) throw new Error('a redirect must stay on this site')
  return redirect(textOf(url))
}

const withReturn = (page: string, from: string): string =>
  from === '/' ? page : `${page}?redirect=${encodeURIComponent(from)}`

/** The sign-in page, with the path to return to. */
export const signInPath = (from: string): string => withReturn('/signin', from)

/** The page that asks to open the link in the mail, with the path to return to. */
export const verificationPath = (from: string): string => withReturn('/verification', from)

/** The registration page, with the path to return to. */
export const registerPath = (from: string): string => withReturn('/register', from)
