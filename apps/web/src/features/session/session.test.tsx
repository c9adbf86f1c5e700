import { Failure, type FailureCode } from '@mi-portal/contract/failure'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { buildPatient } from '../../../test/build.ts'
import { open } from '../../../test/open.tsx'
import { answerRobotCheck } from '../../../test/robot-check.ts'
import { call } from '../../lib/call.ts'

type Person = Awaited<ReturnType<typeof open>>['user']

afterEach(() => {
  vi.useRealTimers()
})

const token = 'llave-nueva'

async function fillIn(user: Person, document = '12.345.678-5', password = 'Portal2026') {
  if (document)
    await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), document)
  if (password) await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
}

function kept(): unknown {
  return JSON.parse(localStorage.getItem('currentUser') ?? 'null')
}

describe('a patient signs in', () => {
  test('with the run cleaned, and lands on the dashboard', async () => {
    answer(sessionEndpoints.signIn, { token, patient: buildPatient() })
    const { user, path } = await open('/')
    await fillIn(user)
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(asked(sessionEndpoints.signIn)[0]?.body).toEqual({
      document_type_id: 1,
      document_number: '123456785',
      password: 'Portal2026',
    })
  })

  test('and the browser keeps no more of them than it needs', async () => {
    answer(sessionEndpoints.signIn, { token, patient: buildPatient() })
    const { user } = await open('/')
    await fillIn(user)
    await waitFor(() => expect(kept()).not.toBeNull())
    expect(kept()).toEqual({
      token,
      id: 7,
      rol: 'STANDART_ROLE',
      first_name: 'Camila Andrea',
      gender_id: 1,
      is_a_minor: false,
      document_type_id: 1,
      temporary_key_status: false,
    })
  })

  test('with a passport as typed', async () => {
    answer(sessionEndpoints.signIn, { token, patient: buildPatient({ document_type_id: 2 }) })
    const { user, path } = await open('/')
    await user.click(screen.getByRole('radio', { name: 'Pasaporte' }))
    await user.type(screen.getByLabelText('Pasaporte', { selector: '[name=document_number]' }), 'P1234567')
    await fillIn(user, '')
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(asked(sessionEndpoints.signIn)[0]?.body).toMatchObject({
      document_type_id: 2,
      document_number: 'P1234567',
    })
  })

  test('from an address where many failed, by a robot check that their own machine does', async () => {
    const solved = await answerRobotCheck()
    answer(sessionEndpoints.signIn, ({ body }) =>
      solved((body as { altcha?: string }).altcha)
        ? { token, patient: buildPatient() }
        : new Failure('robotCheckNeeded'),
    )
    const { user, path } = await open('/')
    await fillIn(user)
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(asked(robotCheckEndpoints.challenge)[0]?.query.get('form')).toBe('sign-in')
  })

  test('but not where no robot check can be had: the refusal is told', async () => {
    answer(robotCheckEndpoints.challenge, new Failure('unavailable'))
    answer(sessionEndpoints.signIn, new Failure('robotCheckNeeded'))
    const { user } = await open('/')
    await fillIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(new Failure('robotCheckNeeded').message)
    expect(asked(sessionEndpoints.signIn)).toHaveLength(1)
  })

  test('with a temporary password, and must change it before anything else', async () => {
    answer(sessionEndpoints.signIn, { token, patient: buildPatient({ temporary_key_status: true }) })
    const { user, path, go } = await open('/')
    await fillIn(user)
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=cambiar-contrasena'))
    await go('/dashboard/mis-examenes')
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=cambiar-contrasena'))
  })

  test('and sees no outcome before 0.8 seconds have passed', async () => {
    answer(sessionEndpoints.signIn, new Failure('wrongPassword'))
    const { user } = await open('/')
    await fillIn(user)
    await waitFor(() => expect(asked(sessionEndpoints.signIn)).toHaveLength(1))
    const answered = performance.now()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeDisabled()
    await screen.findByRole('alert')
    expect(performance.now() - answered).toBeGreaterThan(700)
  })
})

describe('staff sign in', () => {
  test('at their own door, and land on the users', async () => {
    answer(sessionEndpoints.signInStaff, { token, patient: buildPatient({ id: 20, rol: 'ADMIN_ROLE' }) })
    const { user, path } = await open('/admin')
    await fillIn(user)
    await waitFor(() => expect(path()).toBe('/admin/usuarios'))
  })

  test('with a temporary password, and must change it', async () => {
    const patient = buildPatient({ id: 20, rol: 'ADMIN_ROLE', temporary_key_status: true })
    answer(sessionEndpoints.signInStaff, { token, patient })
    const { user, path } = await open('/admin')
    await fillIn(user)
    await waitFor(() => expect(path()).toBe('/admin/cambiar-contrasena'))
  })

  test('with a second factor, which is asked again after a wrong code', async () => {
    answer(sessionEndpoints.signInStaff, { second_factor: true, challenge: 'reto' })
    const { user, path } = await open('/admin')
    await fillIn(user)
    const code = await screen.findByLabelText('Código')
    answer(secondFactorEndpoints.answer, new Failure('wrongSecondFactor'))
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    expect(await screen.findByText('El código no es válido')).toBeVisible()
    answer(secondFactorEndpoints.answer, { token, patient: buildPatient({ id: 20, rol: 'ADMIN_ROLE' }) })
    await user.clear(code)
    await user.type(code, '654321')
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    await waitFor(() => expect(path()).toBe('/admin/usuarios'))
    expect(asked(secondFactorEndpoints.answer)[0]?.body).toEqual({ challenge: 'reto', code: '654321' })
  })

  test.each<FailureCode>(['noAccount', 'wrongPassword'])(
    'are not told which accounts exist (%s)',
    async (code) => {
      answer(sessionEndpoints.signInStaff, new Failure(code))
      const { user, path } = await open('/admin')
      await fillIn(user)
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent('Usuario o contraseña inválida')
      await user.click(within(alert).getByRole('link', { name: 'RECUPERAR CONTRASEÑA' }))
      await waitFor(() => expect(path()).toBe('/admin/olvido-contrasena'))
    },
  )
})

describe('the form', () => {
  test('names each field that is missing and sends nothing', async () => {
    const { user } = await open('/')
    await fillIn(user, '', '')
    expect(screen.getByText('Digita RUT')).toBeVisible()
    expect(screen.getByText('Digita Contraseña')).toBeVisible()
    expect(screen.getByLabelText('RUT', { selector: '[name=document_number]' })).toHaveFocus()
  })

  test('refuses a run with the wrong check digit, and says no more once it is right', async () => {
    const { user } = await open('/')
    await fillIn(user, '12345678-4', 'x')
    expect(screen.getByText('Digita RUT válido')).toBeVisible()
    await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), '{Backspace}5')
    expect(screen.queryByText('Digita RUT válido')).not.toBeInTheDocument()
  })

  test('writes the run with its dash and without dots while it is typed', async () => {
    const { user } = await open('/')
    const field = screen.getByLabelText('RUT', { selector: '[name=document_number]' })
    await user.type(field, '12')
    expect(field).toHaveValue('12')
    await user.type(field, '3')
    expect(field).toHaveValue('12-3')
    await user.clear(field)
    await user.paste('10.011.012-k')
    expect(field).toHaveValue('10011012-K')
  })

  test('refuses a passport of zeros', async () => {
    const { user } = await open('/')
    await user.click(screen.getByRole('radio', { name: 'Pasaporte' }))
    await user.type(screen.getByLabelText('Pasaporte', { selector: '[name=document_number]' }), '000000')
    await fillIn(user, '', 'x')
    expect(screen.getByText('Digita Pasaporte válido')).toBeVisible()
  })

  test('shows the password on demand', async () => {
    const { user } = await open('/')
    const password = screen.getByLabelText('Contraseña')
    expect(password).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('checkbox', { name: 'Mostrar contraseña' }))
    expect(password).toHaveAttribute('type', 'text')
  })

  test('leads to the recovery of the password and to registration', async () => {
    await open('/')
    expect(screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' })).toHaveAttribute(
      'href',
      '/olvido-contrasena',
    )
    expect(screen.getByRole('link', { name: 'REGISTRARME' })).toHaveAttribute('href', '/registrar')
  })

  test('shows at its field what the server finds wrong with it', async () => {
    answer(
      sessionEndpoints.signIn,
      new Failure('invalid', { faults: [{ msg: 'Digita RUT válido', param: 'document_number' }] }),
    )
    const { user } = await open('/')
    await fillIn(user)
    expect(await screen.findByText('Digita RUT válido')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a refused sign-in', () => {
  async function refused(failure: Failure) {
    answer(sessionEndpoints.signIn, failure)
    const opened = await open('/')
    await fillIn(opened.user)
    return opened
  }

  test('with a wrong password offers to try again, the document kept, or to recover the password', async () => {
    const { user, path } = await refused(new Failure('wrongPassword'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Usuario o contraseña inválida')
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Contraseña')).toHaveValue('')
    expect(screen.getByLabelText('Contraseña')).toHaveFocus()
    expect(screen.getByLabelText('RUT', { selector: '[name=document_number]' })).toHaveValue('12345678-5')
    await user.type(screen.getByLabelText('Contraseña'), 'otra')
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
    await user.click(await screen.findByRole('link', { name: 'RECUPERAR CONTRASEÑA' }))
    await waitFor(() => expect(path()).toBe('/olvido-contrasena'))
  })

  test('without an account leads to registration', async () => {
    await refused(new Failure('noAccount'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Lo sentimos, no existe una cuenta con esos datos')
    expect(within(alert).getByRole('link', { name: 'REGISTRARME' })).toHaveAttribute('href', '/registrar')
  })

  test('of a deleted profile is told in a dialog', async () => {
    const { user } = await refused(new Failure('profileDeleted'))
    const dialog = await screen.findByRole('dialog', { name: 'El perfil ha sido eliminado' })
    expect(dialog).toHaveTextContent('Para recuperarlo, contacta a servicio al cliente.')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('of somebody who came of age leads to registration', async () => {
    const { user, path } = await refused(new Failure('cameOfAge'))
    const dialog = await screen.findByRole('dialog', {
      name: 'Ya eres mayor de edad, debes registrarte nuevamente',
    })
    await user.click(within(dialog).getByRole('button', { name: 'REGISTRARME' }))
    await waitFor(() => expect(path()).toBe('/registrar'))
  })

  test.each<[FailureCode, string]>([
    ['accountDisabled', 'Tu cuenta está deshabilitada'],
    ['awaitingValidation', 'Estamos validando tu identidad'],
  ])('says plainly why (%s)', async (code, words) => {
    await refused(new Failure(code))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    expect(within(alert).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  })

  test('after too many tries says how long to wait', async () => {
    await refused(new Failure('tooManySignIns', { retryAfter: 180 }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Podrás volver a intentar en 3 minutos.')
  })

  test('because of another device shows the security view with the server’s words', async () => {
    const { user } = await refused(new Failure('sessionTakenOver'))
    expect(await screen.findByRole('alert')).toHaveTextContent('tu cuenta se usó en otro dispositivo')
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
    expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  })

  test('without a network says so and offers to try again', async () => {
    const { user } = await refused(Failure.fromWire(0, undefined, ''))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Ha ocurrido un error')
    expect(alert).toHaveTextContent('No pudimos conectar con el servidor')
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a session ends', () => {
  const renew = () => call(sessionEndpoints.renew, { params: { id: 7 } }).catch(() => undefined)

  test('when the account is used on another device: home says so, until the person signs in again', async () => {
    answer(sessionEndpoints.renew, new Failure('sessionTakenOver'))
    const { user, path } = await open('/dashboard', { as: 'patient' })
    await act(renew)
    await waitFor(() => expect(path()).toBe('/'))
    expect(await screen.findByRole('heading', { name: 'Cerramos tu sesión' })).toBeVisible()
    expect(kept()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
    expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  })

  test.each([
    ['patient', '/dashboard', '/'],
    ['admin', '/admin/usuarios', '/admin'],
  ] as const)('when it has run out: a dialog that only leads to signing in (%s)', async (as, from, to) => {
    answer(sessionEndpoints.renew, new Failure('noSession'))
    const { user, path } = await open(from, { as })
    await act(renew)
    const dialog = await screen.findByRole('dialog', { name: 'La sesión ha expirado' })
    expect(dialog).toHaveAttribute('closedby', 'none')
    expect(kept()).toBeNull()
    expect(path()).toBe(from)
    await user.click(within(dialog).getByRole('button', { name: 'INICIAR SESIÓN' }))
    await waitFor(() => expect(path()).toBe(to))
  })

  test('in every tab when the person signs out in one', async () => {
    const { path } = await open('/dashboard', { as: 'patient' })
    act(() => {
      localStorage.removeItem('currentUser')
      window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }))
    })
    await waitFor(() => expect(path()).toBe('/'))
  })

  test('when the person signs out, on the server too', async () => {
    answer(sessionEndpoints.signOut, {})
    const { user, path } = await open('/dashboard', { as: 'patient' })
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Menú principal' })).getByText('Cerrar sesión'),
    )
    await waitFor(() => expect(path()).toBe('/'))
    expect(asked(sessionEndpoints.signOut)[0]?.params).toEqual({ id: '7' })
    expect(kept()).toBeNull()
  })

  test('here even when the server cannot be reached', async () => {
    answer(sessionEndpoints.signOut, Failure.fromWire(0, undefined, ''))
    const { user, path } = await open('/admin/usuarios', { as: 'admin' })
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Menú de administración' })).getByText(
        'Cerrar sesión',
      ),
    )
    await waitFor(() => expect(path()).toBe('/admin'))
    expect(kept()).toBeNull()
  })
})

describe('an idle session', () => {
  const minute = 60_000

  async function idle(as: 'patient' | 'admin', minutes: number) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const opened = await open(as === 'patient' ? '/dashboard' : '/admin/usuarios', { as })
    await act(() => vi.advanceTimersByTimeAsync(minutes * minute))
    return opened
  }

  test('warns a patient two minutes before its end, and goes on when asked to', async () => {
    answer(sessionEndpoints.renew, { token: 'llave-de-prueba', patient: buildPatient() })
    await idle('patient', 27)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(minute + 1000))
    const dialog = await screen.findByRole('dialog', { name: 'Tu sesión está por expirar' })
    act(() => within(dialog).getByRole('button', { name: 'Seguir conectado' }).click())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked(sessionEndpoints.renew)).toHaveLength(1)
  })

  test('warns staff after 13 minutes', async () => {
    await idle('admin', 13.1)
    expect(await screen.findByRole('dialog', { name: 'Tu sesión está por expirar' })).toBeInTheDocument()
  })

  test('ends after 30 minutes', async () => {
    await idle('patient', 30.1)
    expect(await screen.findByRole('dialog', { name: 'La sesión ha expirado' })).toBeInTheDocument()
    expect(kept()).toBeNull()
  })
})
