/** An exam that staff book for a caller: its safety questions, the hour, who was told, and what the patient sees. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, createAccount, enter, readEmail, signOut } from '../steps.ts'

const password = 'Cordillera2026'
const passport = 'EXS2200'
const email = 'elvira@ejemplo.cl'
const exam = 'Resonancia magnética de cerebro'
const field = 'Especialidad, examen o profesional'

test('staff book an exam for a patient after its safety questions, and the patient is told and sees it', async ({
  page,
  expectAccessible,
}) => {
  await createAccount(page, { passport, firstName: 'Elvira', email, password })
  let day = ''
  await test.step('a «Sí» stops the booking, and seven «No» open the hours', async () => {
    await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
    await page.getByRole('combobox', { name: 'Buscar paciente' }).fill(passport)
    await page.getByRole('option', { name: 'Elvira Viajera' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Elvira Viajera' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: field })).toBeEnabled()
    await chooseOption(page, field, exam)
    const questions = page.getByRole('region', { name: exam })
    await expect(questions.getByText('Las preguntas son sobre Elvira.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'RESERVAR' })).toHaveCount(0)
    await expectAccessible()
    const answerAll = async (first: 'Sí' | 'No') => {
      const groups = questions.getByRole('group')
      await expect(groups).toHaveCount(7)
      for (const [index, group] of (await groups.all()).entries())
        await group.getByRole('button', { name: index === 0 ? first : 'No' }).click()
      await questions.getByRole('button', { name: 'CONTINUAR' }).click()
    }
    await answerAll('Sí')
    await expect(page.getByText(/un profesional debe revisar el caso/)).toBeVisible()
    await page.getByRole('button', { name: 'Responder otra vez' }).click()
    await answerAll('No')
  })
  await test.step('the hour is booked, and the page says who was told', async () => {
    const hour = page
      .getByRole('region', { name: 'Reservar para Elvira' })
      .getByRole('group')
      .getByRole('button')
    await hour.first().click()
    await page.getByRole('button', { name: 'RESERVAR' }).click()
    await expect(page.getByText(/^Avisamos por correo a el•+@ejemplo\.cl/)).toBeVisible()
    const booked = page.getByRole('region', { name: 'Próximas horas' }).getByRole('listitem')
    await expect(booked).toContainText('Resonancia magnética')
    day = (await booked.getByRole('time').getAttribute('datetime')) ?? ''
    await expectAccessible()
    await signOut(page)
  })
  await test.step('the mail names the hour and not the exam, and the patient sees both', async () => {
    const mail = await readEmail(page, email, 'Reserva de hora')
    expect(mail).toContain(day.slice(0, 4))
    expect(mail).not.toMatch(/resonancia/i)
    await enter(page, { passport }, password)
    await expect(page.getByText('Resonancia magnética').filter({ visible: true }).first()).toBeVisible()
    await page.goto('/dashboard/consultas-medicas')
    await expect(page.getByText('Resonancia magnética').filter({ visible: true }).first()).toBeVisible()
  })
})
