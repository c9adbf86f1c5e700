import { readFileSync } from 'node:fs'
import { type Day, isDay } from '@mi-portal/contract/values/dates'
import { isEmail } from '@mi-portal/contract/values/email'
import { OperatorError } from '../errors/operator-error.ts'
import { type Name, secretVariables, variables } from './variables.ts'

export class ConfigError extends OperatorError {}

export type Environment = Readonly<Record<string, string | undefined>>

export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {}
  for (const name of secretVariables) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim())
      throw new ConfigError(`${name}_FILE should be absent where ${name} is given: keep one of them`)
    try {
      read[name] = readFileSync(file, 'utf8')
    } catch {
      throw new ConfigError(`${name}_FILE should be the path of a file that the server may read`)
    }
    if (read[name]?.trim() === '') throw new ConfigError(`${name}_FILE should be a file with the value in it`)
  }
  return { ...environment, ...read }
}

export function reader(environment: Environment) {
  const given = (name: Name): string | undefined => environment[name]?.trim() || undefined
  const rejectValue = (name: Name, should: string): never => {
    throw new ConfigError(`${name} should be ${should}`)
  }
  const url = (name: Name, protocols: readonly string[]): string | undefined => {
    const text = given(name)
    if (text === undefined) return undefined
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (!parsed || !protocols.includes(parsed.protocol))
      return rejectValue(name, `an address starting with ${protocols.join(' or ')}//`)
    return text.replace(/\/$/, '')
  }
  return {
    text: (name: Name, fallback: string = variables[name].fallback) => given(name) ?? fallback,
    url,
    whole: (name: Name, minimum: number, maximum: number): number => {
      const text = given(name) ?? variables[name].fallback
      const value = Number(text)
      if (!/^\d+$/.test(text) || value < minimum || value > maximum)
        return rejectValue(name, `a whole number from ${minimum} to ${maximum}`)
      return value
    },
    oneOf: <T extends string>(name: Name, choices: readonly T[]): T => {
      const text = given(name) ?? variables[name].fallback
      return choices.find((choice) => choice === text) ?? rejectValue(name, `one of ${choices.join(', ')}`)
    },
    day: (name: Name): Day => {
      const text = given(name) ?? variables[name].fallback
      return isDay(text) ? text : rejectValue(name, 'a day such as 2017-01-01')
    },
    timestamp: (name: Name): Date | null => {
      const text = given(name)
      if (text === undefined) return null
      const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
      return isComplete && !Number.isNaN(Date.parse(text))
        ? new Date(text)
        : rejectValue(name, 'a time such as 2026-11-24T10:30:00-03:00')
    },
    email: (name: Name, fallback: string): string => {
      const text = given(name) ?? fallback
      return isEmail(text) ? text : rejectValue(name, 'one e-mail address')
    },
    bytes: (name: Name): number => {
      const match = /^(\d{1,12})\s*(B|KB|MB|GB)?$/i.exec(given(name) ?? variables[name].fallback)
      if (!match) return rejectValue(name, 'a size such as 500MB or 1GB')
      return (
        Number(match[1]) *
        { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[(match[2] ?? 'B').toUpperCase() as 'B' | 'KB' | 'MB' | 'GB']
      )
    },
    given,
    rejectValue,
  }
}

export type Reader = ReturnType<typeof reader>
