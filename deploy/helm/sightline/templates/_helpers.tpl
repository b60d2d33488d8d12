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
{{- else if include "sightline.usesCertManager" . }}{{ include "sightline.fullname" . }}-grpc
{{- else }}{{ fail "The agents' port needs a certificate: set grpc.tls.certManager.ownAuthority, grpc.tls.existingSecret or grpc.tls.certManager.issuer." }}{{ end }}
{{- end }}

{{- /* Whether certificates are made here; empty: they are not. */ -}}
{{- define "sightline.usesCertManager" -}}
{{- with .Values.grpc.tls }}{{ if and (not .existingSecret) (or .certManager.ownAuthority .certManager.issuer) }}true{{ end }}{{ end }}
{{- end }}

{{- define "sightline.issuer" -}}
{{- if .Values.grpc.tls.certManager.ownAuthority -}}
name: {{ include "sightline.fullname" . }}-agents
kind: Issuer
{{- else -}}
name: {{ .Values.grpc.tls.certManager.issuer }}
kind: {{ .Values.grpc.tls.certManager.kind }}
{{- end }}
{{- end }}

{{- /* Names of the pods of a region, as a list. Of two: the chart's context and the region. */ -}}
{{- define "sightline.agentNames" -}}
{{- $root := index . 0 }}{{ $region := index . 1 -}}
{{- range until (int ($region.replicas | default 1)) }}
- {{ include "sightline.fullname" $root }}-agent-{{ $region.code }}-{{ . }}
{{- end }}
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
