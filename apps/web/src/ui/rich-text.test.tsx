import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RichText } from './rich-text.tsx'

test('headings, paragraphs, lists and links keep their structure', () => {
  render(
    <RichText html='<h2>1. Objeto</h2><p>Texto <strong>importante</strong>.</p><ul><li>Uno</li></ul><p><a href="/privacidad">Aviso</a></p>' />,
  )
  expect(screen.getByRole('heading', { level: 2, name: '1. Objeto' })).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent('Uno')
  expect(screen.getByRole('link', { name: 'Aviso' })).toHaveAttribute('href', '/privacidad')
})

test('nothing in the text runs, loads or restyles, and its words stay', () => {
  const { container } = render(
    <RichText
      html={
        '<p onclick="x()" style="color:red">Hola <font color="red">tú</font></p><script>alert(1)</script>' +
        '<img src="https://otro.ejemplo/x.png" onerror="x()"><a href="javascript:alert(1)">clic</a>' +
        '<a href="//otro.ejemplo">fuera</a><iframe src="https://otro.ejemplo"></iframe><style>p{}</style>'
      }
    />,
  )
  expect(container).toHaveTextContent('Hola túclicfuera')
  expect(container.querySelector('script, style, iframe, img, a, [onclick], [style], [onerror]')).toBeNull()
})
