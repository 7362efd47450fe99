import type { ReactNode } from 'react'

type Props = { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }

export const Facts = ({ facts, className }: Props) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
