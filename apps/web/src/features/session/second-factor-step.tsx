import { mailedCodeAnswer, mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { secondFactorAnswer, secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ContractForm, useContractForm } from '../../ui/form/contract-form.tsx'
import { useSend } from '../../ui/form/use-send.ts'
import { CounterCodeStep } from './recovery/counter-code-step.tsx'
import { answerChallenge, answerMailedCode } from './second-factor.queries.ts'
import type { SignInOutcome } from './session.queries.ts'

const steps = {
  app: {
    request: { ...secondFactorEndpoints.answer, body: secondFactorAnswer },
    answer: answerChallenge,
    maxLength: 11,
  },
  email: {
    request: { ...mailedCodeEndpoints.answer, body: mailedCodeAnswer },
    answer: answerMailedCode,
    maxLength: 6,
  },
} as const

/** The second step of a sign-in: a code of the authenticator or a recovery code, or the code that was mailed. */
export function SecondFactorStep(props: {
  challenge: string
  from: 'app' | 'email'
  onDone(outcome: SignInOutcome): void
  onBack(): void
}) {
  const step = steps[props.from]
  const save = useSend(step.answer)
  const kit = useContractForm(step.request, {
    values: { challenge: props.challenge, code: '' },
    findField: () => 'code',
    save,
    send: save.mutate,
    onSent: props.onDone,
  })
  const { Field, form } = kit
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (!isLost) form.setFocus('code')
  }, [form, isLost])

  if (isLost)
    return (
      <CounterCodeStep challenge={props.challenge} onBack={() => setIsLost(false)} onRemoved={props.onBack} />
    )
  return (
    <ContractForm kit={kit} className="grid gap-4">
      <div>
        <h1>Verifica que eres tú</h1>
        {props.from === 'email' ? (
          <>
            <p className="mt-2 text-muted">Ingresa el código de 6 dígitos que enviamos a tu correo.</p>
            <p className="mt-2 text-muted">
              Esta contraseña te la dio la clínica: con el código sabemos que entras tú. No se lo des a nadie.
            </p>
          </>
        ) : (
          <>
            <p className="mt-2 text-muted">
              Ingresa el código de 6 dígitos de tu aplicación de autenticación.
            </p>
            <p className="mt-2 text-muted">
              Si no tienes tu teléfono, usa uno de tus códigos de recuperación.
            </p>
          </>
        )}
      </div>
      <Field.Text
        name="code"
        label="Código"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={step.maxLength}
      />
      <Button type="submit" fullWidth loading={save.isPending}>
        CONTINUAR
      </Button>
      {props.from === 'app' && (
        <Button variant="subtle" fullWidth onClick={() => setIsLost(true)}>
          Perdí mi teléfono y mis códigos
        </Button>
      )}
      <Button variant="subtle" fullWidth onClick={props.onBack}>
        Volver
      </Button>
    </ContractForm>
  )
}
