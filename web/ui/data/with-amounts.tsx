import type { ReactNode } from 'react'

// Amounts as domain/base/money.ts writes them, also as a range: "3 VAL", "1.250,00 VAL", "2,50 €", "10 a 100 VAL".
const AMOUNT = /(?:\d[\d.,]* a )?\d[\d.]*(?:,\d{2})?\s(?:VAL|€)/g

/** A text whose amounts are styled like prices. */
export const WithAmounts = ({ children }: { children: string }) => {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: amount, index } of children.matchAll(AMOUNT)) {
    parts.push(
      children.slice(end, index),
      <span key={index} className="figures">
        {amount}
      </span>,
    )
    end = index + amount.length
  }
  return (
    <>
      {parts}
      {children.slice(end)}
    </>
  )
}
