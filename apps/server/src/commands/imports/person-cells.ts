import { checkPersonName } from '@mi-portal/contract/fields/person-name'
import { atMost } from '@mi-portal/contract/fields/text'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import * as z from 'zod/mini'

const runMessage = 'Escribe un RUN con su dígito verificador, por ejemplo 12345678-5'

export function run() {
  return z.pipe(
    z.string(runMessage).check(
      atMost(16, runMessage),
      z.refine((text: string) => isRun(cleanRun(text)), runMessage),
    ),
    z.transform(cleanRun),
  )
}

export function name(max: number) {
  const message = `Escribe hasta ${max} letras, espacios, apóstrofos, guiones y puntos`
  return z.string(message).check(z.trim(), ...checkPersonName(max, message))
}

export function requiredName(max: number) {
  return name(max).check(z.minLength(1, `Escribe un nombre de hasta ${max} letras`))
}
