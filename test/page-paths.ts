import routes from '#web/routes.ts'

/** The paths of all pages, as in web/routes.ts; that of the home page is empty. */
export const pagePaths: string[] = routes.map((route) => ('path' in route && route.path) || '')
