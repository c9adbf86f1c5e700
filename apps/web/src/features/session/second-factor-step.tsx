import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { secondFactorAnswer } from '@mi-portal/contract/second-factor'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { answerChallenge } from './second-factor.queries.ts'
import classes from './session.module.css'
import type { SignInOutcome } from './session.queries.ts'

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function SecondFactorStep(props: {
  challenge: string
  onDone(outcome: SignInOutcome): void
  onBack(): void
}) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(secondFactorAnswer),
    defaultValues: { challenge: props.challenge, code: '' },
  })
  useEffect(() => setFocus('code'), [setFocus])

  const submit = handleSubmit(async (values) => {
    try {
      props.onDone(await answerChallenge(values))
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setError('code', { message: cause.message }, { shouldFocus: true })
    }
  })

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div>
        <h1>Verifica que eres tú</h1>
        <p className={classes.lead}>Ingresa el código de 6 dígitos de tu aplicación de autenticación.</p>
        <p className={classes.lead}>Si no tienes tu teléfono, usa uno de tus códigos de recuperación.</p>
      </div>
      <TextField
        {...register('code')}
        label="Código"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={11}
        error={formState.errors.code?.message}
      />
      <Button type="submit" fullWidth loading={formState.isSubmitting}>
        CONTINUAR
      </Button>
      <Button variant="subtle" fullWidth onClick={props.onBack}>
        Volver
      </Button>
    </form>
  )
}
