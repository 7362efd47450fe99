import { useSyncExternalStore } from 'react'

type Question = { answer: Promise<boolean>; resolve: (isSignedIn: boolean) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

const setQuestion = (next: Question | undefined): void => {
  question = next
  for (const listener of listeners) listener()
}

const makeQuestion = (): Question => {
  let resolve: Question['resolve'] = () => {}
  const answer = new Promise<boolean>((done) => {
    resolve = done
  })
  return { answer, resolve }
}

/** Opens the sign-in dialog over the page and resolves to whether the member signed in. Concurrent calls share one dialog. */
export const askToSignIn = (): Promise<boolean> => {
  if (!question) setQuestion(makeQuestion())
  return question?.answer ?? Promise.resolve(false)
}

export const closeSignIn = (isSignedIn: boolean): void => {
  question?.resolve(isSignedIn)
  setQuestion(undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the sign-in dialog is to be shown. */
export const useSignInAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => question !== undefined,
    () => false,
  )
