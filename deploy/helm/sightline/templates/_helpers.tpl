{{- define "sightline.fullname" -}}
{{- if contains "sightline" .Release.Name }}{{ .Release.Name | trunc 24 | trimSuffix "-" }}{{ else }}{{ printf "%s-sightline" .Release.Name | trunc 24 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- /* Of two: the chart's context and a component. */ -}}
{{- define "sightline.selector" -}}
app.kubernetes.io/name: sightline
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "sightline.labels" -}}
{{ include "sightline.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "sightline.image" -}}
{{- $root := index . 0 -}}
{{- with $root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}

{{- define "sightline.grpcSecret" -}}
{{- if .Values.grpc.tls.existingSecret }}{{ .Values.grpc.tls.existingSecret }}
{{- else if .Values.grpc.tls.certManager.issuer }}{{ include "sightline.fullname" . }}-grpc
{{- else }}{{ fail "The agents' port needs a certificate: set grpc.tls.existingSecret or grpc.tls.certManager.issuer." }}{{ end }}
{{- end }}

{{- define "sightline.grpcHost" -}}
{{ include "sightline.fullname" . }}-grpc.{{ .Release.Namespace }}.svc
{{- end }}

{{- define "sightline.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
{{- end }}

{{- define "sightline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* A map of settings as a container's variables. */ -}}
{{- define "sightline.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
