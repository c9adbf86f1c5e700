import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { mailedCodeAnswer } from '@mi-portal/contract/mailed-code'
import { secondFactorAnswer } from '@mi-portal/contract/second-factor'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CounterCodeStep } from './recovery/counter-code-step.tsx'
import { answerChallenge, answerMailedCode } from './second-factor.queries.ts'
import classes from './session.module.css'
import type { SignInOutcome } from './session.queries.ts'

const steps = {
  app: { schema: secondFactorAnswer, answer: answerChallenge, maxLength: 11 },
  email: { schema: mailedCodeAnswer, answer: answerMailedCode, maxLength: 6 },
} as const

/** The second step of a sign-in: a code of the authenticator or a recovery code, or the code that was mailed. */
export function SecondFactorStep(props: {
  challenge: string
  from: 'app' | 'email'
  onDone(outcome: SignInOutcome): void
  onBack(): void
}) {
  const step = steps[props.from]
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(step.schema),
    defaultValues: { challenge: props.challenge, code: '' },
  })
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (!isLost) setFocus('code')
  }, [setFocus, isLost])

  const submit = handleSubmit(async (values) => {
    try {
      props.onDone(await step.answer(values))
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setError('code', { message: cause.message }, { shouldFocus: true })
    }
  })

  if (isLost)
    return (
      <CounterCodeStep challenge={props.challenge} onBack={() => setIsLost(false)} onRemoved={props.onBack} />
    )
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div>
        <h1>Verifica que eres tú</h1>
        {props.from === 'email' ? (
          <>
            <p className={classes.lead}>Ingresa el código de 6 dígitos que enviamos a tu correo.</p>
            <p className={classes.lead}>
              Esta contraseña te la dio la clínica: con el código sabemos que entras tú. No se lo des a nadie.
            </p>
          </>
        ) : (
          <>
            <p className={classes.lead}>Ingresa el código de 6 dígitos de tu aplicación de autenticación.</p>
            <p className={classes.lead}>Si no tienes tu teléfono, usa uno de tus códigos de recuperación.</p>
          </>
        )}
      </div>
      <TextField
        {...register('code')}
        label="Código"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={step.maxLength}
        error={formState.errors.code?.message}
      />
      <Button type="submit" fullWidth loading={formState.isSubmitting}>
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
    </form>
  )
}
