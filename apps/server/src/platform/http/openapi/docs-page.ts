import { type Endpoint, fullPath } from '@mi-portal/contract/calls/endpoint'
import * as z from 'zod'
import { escapeHtml } from '../../escape-html.ts'
import { getReplySchema } from './description.ts'

const accessLabels: Record<Endpoint['access'], string> = {
  public: 'pública',
  key: 'con una clave en la dirección',
  bearer: 'pacientes, con la clave del agendamiento',
  service: 'cuentas de servicio',
  signedIn: 'con sesión',
  patient: 'pacientes',
  staff: 'personal',
}

function schemaBlock(title: string, schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2)
  return `<details><summary>${title}</summary><pre>${escapeHtml(text)}</pre></details>`
}

function permissionText({ permission }: Endpoint): string {
  return permission === undefined || permission === 'any'
    ? ''
    : `; permiso ${[permission].flat().join(' o ')}`
}

function entry(endpoint: Endpoint): string {
  const path = escapeHtml(fullPath(endpoint))
  return `<article id="${endpoint.method}-${path}">
<h3><code>${endpoint.method}</code> ${path}</h3>
<p>${escapeHtml(endpoint.summary)}</p>
<p><small>Acceso: ${accessLabels[endpoint.access]}${permissionText(endpoint)}</small></p>
${schemaBlock('Ruta', endpoint.params, 'input')}${schemaBlock('Consulta', endpoint.query, 'input')}${schemaBlock('Cuerpo', endpoint.body, 'input')}${schemaBlock('Formulario', endpoint.form, 'input')}${endpoint.raw ? '' : schemaBlock('Respuesta', getReplySchema(endpoint), 'output')}
</article>`
}

export function docsPage(endpoints: readonly Endpoint[], product: string, nonce: string): string {
  const sorted = [...endpoints].sort(
    (a, b) => fullPath(a).localeCompare(fullPath(b)) || a.method.localeCompare(b.method),
  )
  return `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API de ${escapeHtml(product)}</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#161d30}article{border-top:1px solid #d5dae6;padding:.5rem 0}h3{font-size:1.05rem;overflow-wrap:anywhere}pre{overflow-x:auto;background:#f5f7fc;padding:1rem}code{color:#2949b4}</style>
</head><body><main><h1>API de ${escapeHtml(product)}</h1>
<p>Descripción completa: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1). La sesión viaja en <code>x-token</code>.</p>
${sorted.map(entry).join('\n')}
</main></body></html>`
}
