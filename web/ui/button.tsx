import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

type Look = 'filled' | 'outlined' | 'plain' | 'danger'

const look = (kind: Look, className = '') => `${styles.button} ${styles[kind]} ${className}`

export const Button = ({ kind = 'filled', className, ...props }: ComponentProps<'button'> & { kind?: Look }) => (
  <button type="button" {...props} className={look(kind, className)} />
)

export const ButtonLink = ({ kind = 'filled', className, ...props }: ComponentProps<typeof Link> & { kind?: Look }) => (
  <Link {...props} className={look(kind, className)} />
)
