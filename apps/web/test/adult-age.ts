import { onTestFinished } from 'vitest'
import { portal } from '../src/lib/portal-config.ts'

export function setAdultAge(age: number) {
  const { adult } = portal.ages
  portal.ages.adult = age
  onTestFinished(() => {
    portal.ages.adult = adult
  })
}
