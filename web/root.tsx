import serif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url'
import sans from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { bandOf, DEFAULT_COLOURS, themePath } from '#domain/base/colours.ts'
import { pageServices } from '#web/lib/page/page-context.ts'
import { isSiteRefreshing } from '#web/lib/site.ts'
import { ErrorPage, errorTitle } from '#web/shell/error-page.tsx'
import { HEAD_SCRIPT } from '#web/shell/head-script.ts'
import { Shell } from '#web/shell/shell.tsx'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/print.css'

export const links: LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: serif, crossOrigin: 'anonymous' },
  { rel: 'preload', as: 'font', type: 'font/woff2', href: sans, crossOrigin: 'anonymous' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'icon', href: '/favicon.png', type: 'image/png' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(pageServices).site })

// The settings seldom change: they are read again after this browser has saved them, and with the next full load.
export const shouldRevalidate = isSiteRefreshing

export const meta: MetaFunction = ({ error }) => [{ title: error ? `${errorTitle(error)} · Piazza` : 'Piazza' }]

export const Layout = ({ children }: { children: ReactNode }) => {
  const data = useRouteLoaderData<typeof loader>('root')
  const colours = data?.site.colours ?? DEFAULT_COLOURS
  const theme = themePath(colours)
  return (
    <html lang="it" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={bandOf(colours.primary)} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        <Meta />
        <Links />
        {theme && <link rel="stylesheet" href={theme} />}
      </head>
      <body>
        <Shell site={data?.site}>{children}</Shell>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export const ErrorBoundary = ({ error }: { error: unknown }) => <ErrorPage error={error} />

export default Outlet
