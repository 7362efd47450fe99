import { createContext } from 'react-router'
import type { PageServices } from '#domain/page-services.ts'

export const pageServices = createContext<PageServices>()
export const failureReport = createContext<(failure: unknown) => void>()
